import { fileURLToPath } from 'node:url';
import { browser } from '../tooling/test/jest.ts';

const config = browser('remote-registration');

export default {
  ...config,
  transform: { ...config.transform, '\\.md$': fileURLToPath(new URL('./jest-markdown.mjs', import.meta.url)) },
  extensionsToTreatAsEsm: [...config.extensionsToTreatAsEsm, '.md'],
};
