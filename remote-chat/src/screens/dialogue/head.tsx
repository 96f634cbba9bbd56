import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { Link } from '@parlance/shared/router';
import { Avatar } from '../../controls/avatar.tsx';
import dialogue from './dialogue.module.css';

/** What it is about and whom one talks with. */
export function Head({ title, bot }: { readonly title: string; readonly bot: BotSummary }) {
  return (
    <header className={dialogue.head}>
      <h1 tabIndex={-1}>{title}</h1>
      <Link className={dialogue.botLink} to={`/bots/${bot.id}`}>
        <Avatar emoji={bot.avatar} size="small" />
        {bot.name}
      </Link>
    </header>
  );
}
