import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(
  remote,
  {
    'agent-controller': () => import('./screens/agent-controller/agent-controller.tsx'),
    'agent-builder': () => import('./screens/agent-builder/agent-builder.tsx'),
    'agent-edit': () => import('./screens/agent-edit/agent-edit.tsx'),
    'prompt-template-controller': () => import('./screens/prompt-template-controller/prompt-template-controller.tsx'),
    'prompt-template-builder': () => import('./screens/prompt-template-builder/prompt-template-builder.tsx'),
    'prompt-template-editor': () => import('./screens/prompt-template-editor/prompt-template-editor.tsx'),
    'agent-automation': () => import('./screens/agent-automation/agent-automation.tsx'),
    'agent-scheduling': () => import('./screens/agent-scheduling/agent-scheduling.tsx'),
  },
  {
    palette: () => import('./palette/palette.ts'),
  },
);
