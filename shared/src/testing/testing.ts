// The programs of the product never import this; lint holds it.
export { fakeServer, type FakeServer } from './fake-server.ts';
export { renderRoutes, renderScreen, type Screen } from './render-screen.tsx';
export { signIn, type SignedInAs } from './sign-in.ts';
