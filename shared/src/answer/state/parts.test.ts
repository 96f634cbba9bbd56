import { partsOf } from './parts.ts';

describe('a long list or table in parts', () => {
  it('loses no line of a list, and cuts it before items only', () => {
    const block = Array.from({ length: 60 }, (_, at) => `- item ${at}\n  goes on\n  - below\n`).join('');
    const parts = partsOf(block);
    expect(parts).toMatchObject({ kind: 'ul', hasTasks: false });
    expect(parts?.parts.length).toBeGreaterThan(2);
    expect(parts?.parts.join('')).toBe(block);
    for (const part of parts?.parts ?? []) expect(part).toMatch(/^- item/);
  });

  it('does not cut an item within its code', () => {
    const block = `1. run\n\n   \`\`\`sh\n${'1. not an item\n'.repeat(100)}   \`\`\`\n2. done\n`;
    expect(partsOf(block)?.parts).toEqual([block.slice(0, block.indexOf('2. done')), '2. done\n']);
  });

  it('gives every part of a table its head', () => {
    const head = '| a | b |\n|---|---|\n';
    const parts = partsOf(head + '| one | two |\n'.repeat(200));
    expect(parts).toMatchObject({ kind: 'table', head });
    expect(parts?.parts.map((part) => part.replace(head, '')).join('')).toBe('| one | two |\n'.repeat(200));
    for (const part of parts?.parts ?? []) expect(part.startsWith(head)).toBe(true);
  });

  it('knows where a list starts and whether it holds tasks', () => {
    expect(partsOf('7) seven\n8) eight\n')).toMatchObject({ kind: 'ol', start: 7 });
    expect(partsOf('- [ ] open\n')).toMatchObject({ kind: 'ul', hasTasks: true });
    expect(partsOf('Just words.')).toBeNull();
  });
});
