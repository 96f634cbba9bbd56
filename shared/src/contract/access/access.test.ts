import { decide, type Subject } from './access.ts';

const member: Subject = {
  isAdmin: false,
  isOwner: false,
  workspaceStatus: 'ACTIVE',
  features: new Set(),
  planName: 'Pro',
  statements: [],
  registration: { isCompleted: true, stage: 5 },
};
const because = (...args: Parameters<typeof decide>) => {
  const decision = decide(...args);
  return decision.allowed ? 'allowed' : decision.because;
};

describe('decide: the one question of access (specification §4–§6)', () => {
  it('turns away whoever is not signed in', () => {
    expect(because({}, null)).toBe('not-signed-in');
  });

  it('asks for a complete registration before anything else, unless any will do', () => {
    const pending: Subject = { ...member, registration: { isCompleted: false, stage: 3 }, workspaceStatus: 'EXPIRED' };
    expect(because({}, pending)).toBe('registration-incomplete');
    expect(because({ registration: 'any', workspace: 'any' }, pending)).toBe('allowed');
  });

  it('keeps the steps of a registration to those who have not completed theirs', () => {
    const pending: Subject = { ...member, registration: { isCompleted: false, stage: 3 } };
    expect(because({ registration: 'pending' }, pending)).toBe('allowed');
    expect(because({ registration: 'pending' }, member)).toBe('registration-complete');
    expect(because({ registration: 'pending' }, null)).toBe('not-signed-in');
  });

  it('leaves an expired workspace to the owner, and only where the screen says so', () => {
    const expired: Subject = { ...member, workspaceStatus: 'EXPIRED' };
    const owner: Subject = { ...expired, isOwner: true };
    expect(because({ workspace: 'owner-when-expired' }, owner)).toBe('allowed');
    expect(because({ workspace: 'owner-when-expired' }, expired)).toBe('workspace-expired');
    expect(because({}, owner)).toBe('workspace-expired');
  });

  it('leaves nobody anything in a disabled workspace but what is for every status', () => {
    const owner: Subject = { ...member, isOwner: true, workspaceStatus: 'DISABLED' };
    expect(because({ workspace: 'owner-when-expired' }, owner)).toBe('workspace-disabled');
    expect(because({ workspace: 'any' }, owner)).toBe('allowed');
  });

  it('asks an administrator for the role and the plan for the flag, in this order', () => {
    const requirement = { role: 'admin', feature: 'governance' } as const;
    expect(because(requirement, member)).toBe('role-missing');
    expect(because(requirement, { ...member, isAdmin: true })).toBe('feature-missing');
    expect(because(requirement, { ...member, isAdmin: true, features: new Set(['governance']) })).toBe('allowed');
  });
});
