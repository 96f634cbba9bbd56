import { browser } from '../tooling/test/jest.ts';

export default browser('shared');
