import type { Citation } from '../../contract/api/runs/runs.ts';

// Server responses for tests. Never imported by the program.

export const policyCitation: Citation = {
  number: 1,
  file_id: '0198f0aa-0005-7000-8000-000000000001',
  file_name: 'leave-policy.md',
  position: 3,
  page: null,
  heading: 'Days of leave',
  passage: 'Everyone has thirty days of leave a year.',
};
