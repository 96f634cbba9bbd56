import type { Question } from '../../platform/language-models/language-model.ts';

// What is asked in several exchanges, and the answers to it that are always the same.

export const weather = { name: 'weather', arguments: '{"city":"Bern"}' };
export const time = { name: 'time', arguments: '{"zone":"UTC"}' };
/** The arguments of the call of `weather` in pieces. */
export const pieces: readonly string[] = ['{"ci', 'ty":"', 'Bern"}'];

/** The results of the functions. */
export const results: Readonly<Record<string, string>> = { weather: 'sunny', time: 'noon' };

const parametersOf = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});

/** A question with two functions that may be called. */
export const withTools: Partial<Question> = {
  turns: [{ author: 'member', content: 'weather?' }],
  tools: {
    functions: [
      { name: 'weather', description: 'The weather.', parameters: parametersOf('city') },
      { name: 'time', description: 'The time.', parameters: parametersOf('zone') },
    ],
    mayCall: true,
    exchanges: [],
  },
};

export const withInstructions: Partial<Question> = { instructions: 'Be brief.' };

/** The picture as base64. */
export const pictureData = 'cGljdHVyZQ==';
export const picture = { mediaType: 'image/png', bytes: Buffer.from(pictureData, 'base64') };
export const withPicture: Partial<Question> = {
  turns: [
    {
      author: 'member',
      content: 'What is it?',
      images: [picture],
    },
  ],
};

export const withLimit: Partial<Question> = { sampling: { temperature: null, max_output_tokens: 500 } };
export const withTemperature: Partial<Question> = { sampling: { temperature: 0.2, max_output_tokens: 500 } };
export const withEffort: Partial<Question> = {
  sampling: { temperature: null, max_output_tokens: null, reasoning_effort: 'high' },
};
