import { useState } from 'react';
import { httpBodyMaxLength, openApiMaxLength } from '@parlance/shared/contract/api/tools';
import { useTranslation } from '@parlance/shared/i18n';
import { Field, TextField, type Faults } from '@parlance/shared/ui/fields';
import { useFileInput } from '@parlance/shared/uploads';
import { methods, type MadeKind, type ToolField, type ToolValues } from './tool-form.ts';
import styles from './tools.module.css';

type Props = {
  readonly values: ToolValues;
  readonly faults: Faults<ToolField>;
  readonly type: (field: ToolField, value: string) => void;
};
const addressMaxLength = 2_000;

/** The settings of a tool, by its kind. */
export function KindFields({
  kind,
  stdioServers,
  ...typed
}: Props & { readonly kind: MadeKind; readonly stdioServers: readonly string[] }) {
  if (kind === 'http') return <HttpFields {...typed} />;
  return kind === 'openapi' ? <OpenApiFields {...typed} /> : <McpFields {...typed} stdioServers={stdioServers} />;
}

function HttpFields({ values, faults, type }: Props) {
  const { t } = useTranslation('agent-studio');
  return (
    <>
      <Field label={t('tools.http.method')}>
        {(control) => (
          <select {...control} value={values.method} onChange={({ target }) => type('method', target.value)}>
            {methods.map((it) => (
              <option key={it}>{it}</option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t('tools.url')}
        hint={t('tools.http.urlHint')}
        inputMode="url"
        value={values.url}
        maxLength={addressMaxLength}
        fault={faults.url}
        onType={(it) => type('url', it)}
      />
      <TextField
        label={t('tools.http.parameters')}
        hint={t('tools.http.parametersHint')}
        isLong
        value={values.parameters}
        maxLength={httpBodyMaxLength}
        fault={faults.parameters}
        onType={(it) => type('parameters', it)}
      />
      {values.method !== 'GET' && (
        <TextField
          label={t('tools.http.body')}
          hint={t('tools.http.bodyHint')}
          isLong
          isOptional
          value={values.body}
          maxLength={httpBodyMaxLength}
          fault={faults.body}
          onType={(it) => type('body', it)}
        />
      )}
    </>
  );
}

function OpenApiFields({ values, faults, type }: Props) {
  const { t } = useTranslation('agent-studio');
  return (
    <>
      <Field label={t('tools.openapi.from')}>
        {(control) => (
          <select {...control} value={values.from} onChange={({ target }) => type('from', target.value)}>
            <option value="url">{t('tools.openapi.fromUrl')}</option>
            <option value="text">{t('tools.openapi.fromText')}</option>
          </select>
        )}
      </Field>
      {values.from === 'url' ? (
        <TextField
          label={t('tools.openapi.url')}
          inputMode="url"
          value={values.documentUrl}
          maxLength={addressMaxLength}
          fault={faults.documentUrl}
          onType={(it) => type('documentUrl', it)}
        />
      ) : (
        <>
          <DocumentFile take={(text) => type('text', text)} />
          <TextField
            label={t('tools.openapi.text')}
            hint={t('tools.openapi.textHint')}
            isLong
            value={values.text}
            maxLength={openApiMaxLength}
            fault={faults.text}
            onType={(it) => type('text', it)}
          />
        </>
      )}
      <TextField
        label={t('tools.openapi.base')}
        hint={t('tools.openapi.baseHint')}
        isOptional
        inputMode="url"
        value={values.base}
        maxLength={addressMaxLength}
        fault={faults.base}
        onType={(it) => type('base', it)}
      />
    </>
  );
}

/** Reads the text of a file into the form, where it can be read and changed before it is sent. */
function DocumentFile({ take }: { readonly take: (text: string) => void }) {
  const { t } = useTranslation('agent-studio');
  const [said, say] = useState({ text: '', isBad: false });
  const { pick, field } = useFileInput({
    name: t('tools.openapi.file'),
    isSingle: true,
    accept: '.json,.yaml,.yml',
    choose: (files) => void read(files),
  });

  async function read([file]: readonly File[]): Promise<void> {
    if (file === undefined) return;
    // A character takes at most four bytes.
    const text = file.size > openApiMaxLength * 4 ? null : await file.text();
    if (text === null || text.length > openApiMaxLength)
      return say({ text: t('tools.openapi.tooLarge', { name: file.name }), isBad: true });
    take(text);
    say({ text: t('tools.openapi.wasRead', { name: file.name }), isBad: false });
  }
  return (
    <div className={styles.file}>
      <button type="button" className="button" onClick={pick}>
        {t('tools.openapi.file')}
      </button>
      {field}
      <span role="status" className={said.isBad ? styles.bad : styles.note}>
        {said.text}
      </span>
    </div>
  );
}

function McpFields({ values, faults, type, stdioServers }: Props & { readonly stdioServers: readonly string[] }) {
  const { t } = useTranslation('agent-studio');
  // A program that the operator has removed from the list is still the tool's setting.
  const programs =
    values.program === '' || stdioServers.includes(values.program) ? stdioServers : [...stdioServers, values.program];
  return (
    <>
      {programs.length > 0 && (
        <Field label={t('tools.mcp.server')} fault={faults.program}>
          {(control) => (
            <select {...control} value={values.program} onChange={({ target }) => type('program', target.value)}>
              <option value="">{t('tools.mcp.address')}</option>
              {programs.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {values.program === '' && (
        <TextField
          label={t('tools.url')}
          hint={t('tools.mcp.urlHint')}
          inputMode="url"
          value={values.url}
          maxLength={addressMaxLength}
          fault={faults.url}
          onType={(it) => type('url', it)}
        />
      )}
    </>
  );
}
