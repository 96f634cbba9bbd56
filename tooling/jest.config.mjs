import { server } from './test/jest.mjs';

export default server('tooling');
