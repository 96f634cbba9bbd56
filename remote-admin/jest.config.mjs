import { browser } from '../tooling/test/jest.mjs';

export default browser('remote-admin');
