import { useState } from 'react';
import { setKnowledgeAccess, type KnowledgeScope } from '@parlance/shared/contract/api/knowledge/knowledge';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { bodyOf, isWhole, type Access } from '@parlance/shared/ui/access';
import { AccessField } from '@parlance/shared/ui/access-field';
import type { Changing } from './source-dialogs.tsx';
import { SourceForm } from './source-form.tsx';

const scopes: readonly KnowledgeScope[] = ['private', 'people', 'organization'];

/** Sets the readers of a source beside its owner: nobody, people and teams, or everybody. */
export function ShareDialog({ source, changed, close }: Changing) {
  const { t } = useTranslation('agent-studio');
  const [access, change] = useState<Access<KnowledgeScope>>({
    scope: source.access,
    people: source.people,
    teams: source.teams,
  });
  const mayChoose = (it: KnowledgeScope) =>
    it !== 'organization' || source.can.share_with_organization || source.access === 'organization';
  async function run(): Promise<void> {
    await call(setKnowledgeAccess, { params: { source_id: source.id }, body: bodyOf(access) });
    changed();
    close();
  }
  return (
    <SourceForm
      title={t('knowledge.sharing.title', { name: source.name })}
      label={t('knowledge.save')}
      isReady={isWhole(access)}
      run={run}
      close={close}
    >
      <AccessField
        legend={t('knowledge.sharing.who')}
        scopes={scopes}
        access={access}
        change={change}
        names={{
          private: t('knowledge.sharing.scopes.private'),
          people: t('knowledge.sharing.scopes.people'),
          organization: t('knowledge.sharing.scopes.organization'),
        }}
        about={{
          private: t('knowledge.sharing.about.private'),
          people: t('knowledge.sharing.about.people'),
          organization: mayChoose('organization')
            ? t('knowledge.sharing.about.organization')
            : t('knowledge.sharing.notAllowed'),
        }}
        isAllowed={mayChoose}
      />
    </SourceForm>
  );
}
