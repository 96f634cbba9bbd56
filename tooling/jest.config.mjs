import { server } from './test/jest.ts';

export default server('tooling');
