import { bedrockCalls } from './bedrock-calls.ts';
import { bedrockFailures } from './bedrock-failures.ts';
import { body, end, good, reasoning, start, text } from './bedrock-stream.ts';
import { type Provider, providerKey } from './exchange.ts';
import { commonExchanges, exchange } from './native-exchanges.ts';
import { pictureData, withEffort, withInstructions, withLimit } from './questions.ts';
import { json, withoutParameter } from './refusals.ts';

// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
// https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
// https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html

const efforts = { reasoningEfforts: ['low', 'high'] } as const;
const user = (...content: readonly object[]) => ({ role: 'user', content });
const mark = { cachePoint: { type: 'default' } };

const bedrockWith = (name: string, keys: Pick<Provider, 'aws' | 'request'>): Omit<Provider, 'exchanges'> => ({
  name,
  api: 'bedrock',
  base: '/',
  modelName: 'anthropic.claude-sonnet-4-6',
  streamType: 'application/vnd.amazon.eventstream',
  end: 'messageStop',
  lacks: [],
  ...keys,
});

const path = /^\/model\/([\w.-]|%3A|%2F)+\/converse-stream$/;

/** Amazon Bedrock, with the keys of an account. */
export const bedrock: Provider = {
  ...bedrockWith('Amazon Bedrock', {
    aws: { region: 'eu-central-1', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' },
    request: {
      path,
      headers: {
        authorization:
          /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=\S+, Signature=[0-9a-f]{64}$/,
        'x-amz-date': /^\d{8}T\d{6}Z$/,
        'x-amz-security-token': undefined,
      },
    },
  }),
  exchanges: [
    ...commonExchanges(
      { good },
      {
        text: { messages: [user({ text: 'leave?' }, mark)] },
        instructions: { system: [{ text: /^Be brief\./ }, mark], messages: [{ role: 'user' }] },
        picture: {
          messages: [user({ text: 'What is it?' }, { image: { format: 'png', source: { bytes: pictureData } } }, mark)],
        },
        limit: { inferenceConfig: { maxTokens: 500, temperature: undefined } },
        effort: {
          additionalModelRequestFields: { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
        },
      },
    ),
    exchange(
      'a model with a version in its name',
      ['text'],
      good,
      { text: 'Good day.' },
      {
        settings: { modelName: 'anthropic.claude-3-haiku-20240307-v1:0' },
      },
    ),
    exchange(
      'the end at the limit is one',
      ['limit'],
      body(start, ...text(0, 'Good', ' day'), ...end('max_tokens')),
      { text: 'Good day' },
      { ask: withLimit },
    ),
    exchange('letters of several bytes', ['text'], body(start, ...text(0, 'Grüße, ', '世界 😀'), ...end('end_turn')), {
      text: 'Grüße, 世界 😀',
    }),
    exchange(
      'a model of a group of regions caches like the one behind it',
      ['caching'],
      good,
      { text: 'Good day.' },
      {
        sent: { system: [{ text: /./ }, mark] },
        settings: { modelName: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0' },
      },
    ),
    exchange(
      'a profile by its ARN',
      ['text'],
      good,
      { text: 'Good day.' },
      {
        settings: {
          modelName: 'arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/a1b2c3d4e5f6',
        },
      },
    ),
    exchange(
      'an answer whose context is used up ends as at its limit',
      ['limit'],
      body(start, ...text(0, 'Good day'), ...end('model_context_window_exceeded')),
      { text: 'Good day' },
    ),
    exchange(
      'events and deltas of a type that is not known yet',
      ['text'],
      body(
        start,
        ['messageNotice', { notice: 'x' }],
        ['contentBlockDelta', { contentBlockIndex: 0, delta: { shade: { x: 1 } } }],
        ...text(1, 'Good day.'),
        ...end('end_turn'),
      ),
      { text: 'Good day.' },
    ),
    exchange(
      'reasoning is shown, its signature is not',
      ['reasoning'],
      body(
        start,
        ...reasoning(0, { text: 'Let me' }, { text: ' see.' }, { signature: 'EqoB' }),
        ...text(1, 'Good day.'),
        ...end('end_turn'),
      ),
      { text: 'Good day.', reasoning: 'Let me see.' },
      { ask: withEffort, settings: efforts },
    ),
    exchange(
      'redacted reasoning is nothing to show',
      ['reasoning'],
      body(start, ...reasoning(0, { redactedContent: 'RW13Sw==' }), ...text(1, 'Good day.'), ...end('end_turn')),
      { text: 'Good day.', reasoning: '' },
      { ask: withEffort, settings: efforts },
    ),
    exchange(
      'caching is asked for behind the instructions and the last message',
      ['caching'],
      good,
      { text: 'Good day.' },
      {
        ask: withInstructions,
        sent: { system: [{ text: /^Be brief\./ }, mark], messages: [user({ text: 'leave?' }, mark)] },
      },
    ),
    exchange(
      'a model that cannot cache is not asked to',
      ['caching'],
      good,
      { text: 'Good day.' },
      {
        sent: { system: [{ text: /./ }], messages: [user({ text: 'leave?' })] },
        settings: { modelName: 'meta.llama3-3-70b-instruct-v1:0' },
      },
    ),
    exchange(
      'tokens read from a cache and written to it are part of the input',
      ['cachedTokens', 'usage'],
      body(
        start,
        ...text(0, 'Good day.'),
        ...end('end_turn', {
          inputTokens: 7,
          outputTokens: 3,
          totalTokens: 1_003,
          cacheReadInputTokens: 900,
          cacheWriteInputTokens: 93,
        }),
      ),
      { text: 'Good day.', usage: { input: 1_000, output: 3, cacheRead: 900, cacheWrite: 93 } },
    ),
    withoutParameter(
      'a temperature that the model has no more',
      json(
        400,
        { message: 'The model returned the following errors: `temperature` is deprecated for this model.' },
        {
          'x-amzn-errortype': 'ValidationException',
        },
      ),
      {
        before: { inferenceConfig: { temperature: 0.2 } },
        after: { inferenceConfig: { temperature: undefined, maxTokens: 500 } },
        good,
      },
    ),
    ...bedrockCalls,
    ...bedrockFailures,
  ],
};

/** Keys that AWS gives for a while. */
export const bedrockSession: Provider = {
  ...bedrockWith('Amazon Bedrock, session', {
    aws: {
      region: 'us-east-1',
      accessKeyId: 'ASIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG',
      sessionToken: 'IQoJb3JpZ2luX2VjEXAMPLE//token==',
    },
    request: {
      path,
      headers: {
        authorization: /Credential=ASIAIOSFODNN7EXAMPLE\/\d{8}\/us-east-1\/bedrock\/aws4_request,/,
        'x-amz-security-token': 'IQoJb3JpZ2luX2VjEXAMPLE//token==',
      },
    },
  }),
  exchanges: [exchange('a text', ['text'], good, { text: 'Good day.' })],
};

/** A key of Bedrock alone. */
export const bedrockKey: Provider = {
  ...bedrockWith('Amazon Bedrock, API key', {
    request: { path, headers: { authorization: `Bearer ${providerKey}`, 'x-amz-date': undefined } },
  }),
  exchanges: [exchange('a text', ['text'], good, { text: 'Good day.' })],
};
