// Never imported by the programs of the product; lint enforces it.
export { catchDownloads } from './downloads.ts';
export { comeBack } from './come-back.ts';
export { pressTwice } from './press-twice.ts';
export { endSession } from './end-session.ts';
export { exampleControlSummary } from './example-control-summary.ts';
export { exampleSubscription } from './example-subscription.ts';
export { fakeServer, type FakeServer } from './fake-server.ts';
export { openedWindows } from './opened-windows.ts';
export { renderRoutes, renderScreen, type Screen } from './render-screen.tsx';
export { signIn, type SignedInAs } from './sign-in.ts';
export {
  whatIsSavedIsThere,
  whatIsTypedStays,
  whatIsTypedWhileMadeStays,
  type StoredThing,
  type WalkedEditor,
} from './walk-editor.tsx';
