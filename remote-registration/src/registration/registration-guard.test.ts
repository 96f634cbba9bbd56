import { registrationGuard, type Question } from './registration-guard.ts';
import { progressAt, stepPaths, type Step } from './steps.ts';

/** The paths of specification §2 with the stage that each one needs. */
const steps: readonly (readonly [Step, string, number])[] = [
  ['start', '/terms/register', 0],
  ['account', '/terms/register/step1', 1],
  ['verification', '/terms/register/step2', 2],
  ['token', '/terms/register/step2/token', 2],
  ['names', '/terms/register/step3', 3],
  ['plan', '/terms/register/step4', 4],
  ['enterprise', '/terms/register/enterprise-contact-us', 4],
  ['summary', '/terms/register/verify', 5],
];
const ofStage = [
  '/terms/register',
  '/terms/register/step1',
  '/terms/register/step2',
  '/terms/register/step3',
  '/terms/register/step4',
  '/terms/register/verify',
];
const stages = [-1, 0, 1, 2, 3, 4, 5, 6, 99];
const yesAndNo = [true, false];

const everyQuestion: readonly Question[] = steps.flatMap(([step]) =>
  ([null, 'invitation', 'verification'] as const).flatMap((link) =>
    yesAndNo.flatMap((isConsentFresh) =>
      yesAndNo.flatMap((isSignedIn) =>
        yesAndNo.flatMap((isCompleted) =>
          yesAndNo.flatMap((isCodeSent) =>
            yesAndNo.flatMap((isInvited) =>
              stages.map((stage): Question => ({
                step,
                link,
                isConsentFresh,
                who: { isSignedIn, isCompleted, stage, isCodeSent, isInvited },
              })),
            ),
          ),
        ),
      ),
    ),
  ),
);

/** Applies the rules of specification §4 in their order, in an independent formulation. */
function expected({ step, link, isConsentFresh, who }: Question): string | null {
  const [, , needed] = steps.find(([name]) => name === step)!;
  const reached = Math.min(5, Math.max(0, who.stage));
  if (who.isCompleted) return link === 'invitation' && step === 'start' ? null : '/';
  if (!isConsentFresh) return '/terms/privacy-policy';
  if (link === 'verification' && step === 'summary') return null;
  if (needed >= 3 && !who.isSignedIn) return `/auth/login?to=${encodeURIComponent(stepPaths[step])}`;
  if (needed > reached) return ofStage[reached]!;
  if (step === 'token' && !who.isCodeSent) return reached === 2 ? '/terms/register/step2' : ofStage[reached]!;
  if (needed === 4 && who.isInvited) return reached === 4 ? '/terms/register/step3' : '/terms/register/verify';
  return null;
}

test('each step has the path of specification §2', () => {
  expect(stepPaths).toEqual(Object.fromEntries(steps.map(([step, path]) => [step, path])));
});

test('§4: every path × link × consent × session × completed × code × invitation × stage leads where the specification says', () => {
  const wrong = everyQuestion
    .filter((question) => registrationGuard(question) !== expected(question))
    .map((question) => `${JSON.stringify(question)}: ${registrationGuard(question)}, not ${expected(question)}`);
  console.info(`registration guard: ${wrong.length} of ${everyQuestion.length} wrong`);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(everyQuestion).toHaveLength(8 * 3 * 2 ** 5 * stages.length);
});

test('whoever is led to a step is let in there: nobody is sent round in a circle', () => {
  const stepAt = (path: string) => steps.find(([, at]) => at === path)?.[0];
  const circles = everyQuestion.filter((question) => {
    let { step } = question;
    for (let leads = 0; leads < steps.length; leads += 1) {
      // The redirect drops the link.
      const next = stepAt(registrationGuard({ ...question, step, link: leads === 0 ? question.link : null }) ?? '');
      if (next === undefined) return false;
      step = next;
    }
    return true;
  });
  expect(circles).toEqual([]);
});

test.each([
  ['start', false, null],
  ['account', false, { step: 1, total: 5 }],
  ['verification', false, { step: 2, total: 5 }],
  ['token', false, { step: 2, total: 5 }],
  ['names', false, { step: 3, total: 5 }],
  ['plan', false, { step: 4, total: 5 }],
  ['enterprise', false, { step: 4, total: 5 }],
  ['summary', false, { step: 5, total: 5 }],
  ['names', true, { step: 3, total: 4 }],
  ['summary', true, { step: 4, total: 4 }],
] as const)('the progress at %s (invited: %s) counts the steps that are taken', (step, isInvited, progress) => {
  expect(progressAt(step, isInvited)).toEqual(progress);
});
