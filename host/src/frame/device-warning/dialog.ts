import { i18n } from '@parlance/shared/i18n';
import styles from './dialog.module.css';

/**
 * Shows the text of specification §1 and resolves once it is closed: by its button, or in the device's own way (Escape,
 * Back). Modal, and without React: it is shown once in the life of a browser.
 */
export function showDeviceWarning(): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = styles.dialog ?? '';
  const text = document.createElement('p');
  text.id = 'device-warning';
  text.textContent = i18n.t('host:deviceWarning.text');
  const understood = document.createElement('button');
  understood.type = 'button';
  understood.className = 'button button-main';
  understood.textContent = i18n.t('host:deviceWarning.understood');
  understood.addEventListener('click', () => dialog.close());
  dialog.setAttribute('aria-labelledby', text.id);
  dialog.append(text, understood);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve();
    });
  });
}
