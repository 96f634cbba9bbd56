import type { Tool } from '@parlance/shared/contract/api/tools';
import { DeleteTool } from './delete-tool.tsx';
import { RefreshTool } from './refresh-tool.tsx';
import { SignInTool } from './sign-in-tool.tsx';
import { EditTool, NewTool } from './tool-editor.tsx';
import type { MadeKind } from './tool-form.ts';
import { ToolTrial } from './tool-trial.tsx';

export type OpenedToolDialog =
  | { readonly kind: 'new'; readonly of: MadeKind }
  | { readonly kind: 'edit' | 'refresh' | 'sign-in' | 'delete' | 'trial'; readonly tool: Tool };

type Props = {
  readonly opened: OpenedToolDialog;
  readonly stdioServers: readonly string[];
  readonly made: (tool: Tool) => void;
  /** Called when the list is outdated. */
  readonly changed: () => void;
  readonly deleted: (tool: Tool) => void;
  readonly close: () => void;
};

/** The dialogs of the panel; fetched with the first of them. */
export function ToolDialogs({ opened, stdioServers, made, changed, deleted, close }: Props) {
  const saved = () => {
    changed();
    close();
  };
  switch (opened.kind) {
    case 'new':
      return <NewTool kind={opened.of} stdioServers={stdioServers} saved={made} changed={changed} close={close} />;
    case 'edit':
      return <EditTool tool={opened.tool} stdioServers={stdioServers} saved={saved} changed={changed} close={close} />;
    case 'refresh':
      return <RefreshTool tool={opened.tool} changed={changed} close={close} />;
    case 'sign-in':
      return <SignInTool tool={opened.tool} changed={changed} close={close} />;
    case 'delete':
      return <DeleteTool tool={opened.tool} deleted={deleted} close={close} />;
    case 'trial':
      return <ToolTrial tool={opened.tool} close={close} />;
  }
}
