import { useState, type ReactNode } from 'react';
import {
  addWebPage,
  createKnowledgeFolder,
  knowledgeTextMaxLength,
  writeKnowledgeText,
  type KnowledgeRefresh,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { TextField } from '@parlance/shared/ui/fields';
import { PageFields, addressTyped } from './page-fields.tsx';
import { SourceForm } from './source-form.tsx';

type Adding = { readonly added: (id: string) => void; readonly close: () => void };
type Props = Adding & {
  readonly title: string;
  readonly isReady: boolean;
  readonly make: () => Promise<{ readonly id: string }>;
  readonly children: ReactNode;
};

function NewSource({ make, added, ...form }: Props) {
  const { t } = useTranslation('agent-studio');
  return <SourceForm {...form} label={t('knowledge.add')} run={async () => added((await make()).id)} />;
}

export function PageDialog(props: Adding) {
  const { t } = useTranslation('agent-studio');
  const [url, typeUrl] = useState('');
  const [refresh, choose] = useState<KnowledgeRefresh>('weekly');
  return (
    <NewSource
      {...props}
      title={t('knowledge.page.title')}
      isReady={url.trim() !== ''}
      make={() => call(addWebPage, { body: { url: addressTyped(url), refresh } })}
    >
      <PageFields url={url} typeUrl={typeUrl} refresh={refresh} choose={choose} />
    </NewSource>
  );
}

export function TextDialog(props: Adding) {
  const { t } = useTranslation('agent-studio');
  const [name, typeName] = useState('');
  const [content, typeContent] = useState('');
  return (
    <NewSource
      {...props}
      title={t('knowledge.text.title')}
      isReady={name.trim() !== '' && content.trim() !== ''}
      make={() => call(writeKnowledgeText, { body: { name, content } })}
    >
      <TextField label={t('knowledge.name')} value={name} maxLength={nameMaxLength} onType={typeName} />
      <TextField
        label={t('knowledge.text.content')}
        hint={t('knowledge.text.hint')}
        isLong
        value={content}
        maxLength={knowledgeTextMaxLength}
        onType={typeContent}
      />
    </NewSource>
  );
}

export function FolderDialog(props: Adding) {
  const { t } = useTranslation('agent-studio');
  const [name, typeName] = useState('');
  return (
    <NewSource
      {...props}
      title={t('knowledge.folder.title')}
      isReady={name.trim() !== ''}
      make={() => call(createKnowledgeFolder, { body: { name } })}
    >
      <TextField
        label={t('knowledge.name')}
        hint={t('knowledge.folder.hint')}
        value={name}
        maxLength={nameMaxLength}
        onType={typeName}
      />
    </NewSource>
  );
}
