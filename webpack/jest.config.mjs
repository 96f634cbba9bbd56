import { server } from '../jest.base.mjs';

export default server('webpack');
