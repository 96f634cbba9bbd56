import { browser } from '../jest.base.mjs';

export default browser('remote-chat');
