import { requestPasswordReset } from '@parlance/shared/contract/api/session/password-reset';
import { until } from '../harness/journey.ts';
import { mailTo } from '../harness/mail.ts';
import { prepareStageWithPost } from '../harness/post-office.ts';
import { codeSubject, enterCode, register } from '../harness/registering.ts';
import { step } from '../harness/step.ts';

const stage = prepareStageWithPost();

/** Longer than the pause before the second try and the engine's look for its end, on a busy machine. */
const retryDeadlineMs = 120_000;
const failedTries = () => stage.product.output().split('a job failed and will be tried again').length - 1;

test('a mail server that is down delays mails and loses none: the code arrives when it is back, once, and lets the person go on', async () => {
  const email = 'patient@new.example';
  const visitor = await step('The mail server goes down, and two people ask for mails', async () => {
    await stage.post.goDown();
    const visitor = await stage.visit();
    await register(visitor, email);
    const asked = await visitor.context.request.post(`${stage.product.apiBase}${requestPasswordReset.path}`, {
      data: { email: 'member@pro.example' },
      headers: { origin: stage.product.origin },
    });
    expect(asked.status()).toBe(200);
    return visitor;
  });
  await step('Mails are tried twice, and none arrives', async () => {
    await until(failedTries, (tries) => tries >= 2, retryDeadlineMs);
    const meanwhile = await stage.post.mailsTo(email);
    expect(meanwhile).toEqual([]);
  });
  await step('The mail server is back, and the code of the mail lets the person go on', async () => {
    await stage.post.goUp();
    await enterCode(visitor.page, stage.post, email, retryDeadlineMs);
  });
  await step('The other mail arrives too, and each once', async () => {
    await mailTo(stage.post, 'member@pro.example', 'Choose a new password', retryDeadlineMs);
    const arrived = await stage.post.mailsTo(email);
    expect(arrived.map(({ subject }) => subject)).toEqual([codeSubject]);
  });
});
