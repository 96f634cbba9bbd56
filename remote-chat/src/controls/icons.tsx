import { Mark } from '@parlance/shared/ui/marks';

export function SendIcon() {
  return (
    <Mark>
      <path d="M10 16V4M4.5 9.5 10 4l5.5 5.5" />
    </Mark>
  );
}

export function DownIcon() {
  return (
    <Mark>
      <path d="M10 4v12M4.5 10.5 10 16l5.5-5.5" />
    </Mark>
  );
}

export function NewLineIcon() {
  return (
    <Mark>
      <path d="M16 4v5a2 2 0 0 1-2 2H4.5M8 7.5 4.5 11 8 14.5" />
    </Mark>
  );
}

export function SearchIcon() {
  return (
    <Mark>
      <circle cx="9" cy="9" r="5" />
      <path d="m13 13 3.5 3.5" />
    </Mark>
  );
}

export function FileIcon() {
  return (
    <Mark>
      <path d="M11.5 3H6a1.5 1.5 0 0 0-1.5 1.5v11A1.5 1.5 0 0 0 6 17h8a1.5 1.5 0 0 0 1.5-1.5V7zM11.5 3v4h4" />
    </Mark>
  );
}

export function BackIcon() {
  return (
    <Mark>
      <path d="M12.5 4.5 7 10l5.5 5.5" />
    </Mark>
  );
}

export function ForwardIcon() {
  return (
    <Mark>
      <path d="M7.5 4.5 13 10l-5.5 5.5" />
    </Mark>
  );
}

export function AgainIcon() {
  return (
    <Mark>
      <path d="M16 6v4h-4M4 14v-4h4M15.3 10a5.5 5.5 0 0 0-9.6-3.1L4 10M4.7 10a5.5 5.5 0 0 0 9.6 3.1L16 10" />
    </Mark>
  );
}

export function EditIcon() {
  return (
    <Mark>
      <path d="M12.5 4.5 15.5 7.5 7.5 15.5 4 16l.5-3.5zM11 6l3 3" />
    </Mark>
  );
}

export function GoodIcon() {
  return (
    <Mark>
      <path d="M6.5 9.5 9.5 3.5c1.2 0 1.9.9 1.7 2.1L10.8 8h3.7c1 0 1.7.9 1.5 1.9l-.9 4.8c-.2.8-.8 1.3-1.6 1.3H6.5zM6.5 9.5H4V16h2.5" />
    </Mark>
  );
}

export function BadIcon() {
  return (
    <Mark>
      <path d="M13.5 10.5 10.5 16.5c-1.2 0-1.9-.9-1.7-2.1l.4-2.4H5.5c-1 0-1.7-.9-1.5-1.9l.9-4.8C5.1 4.5 5.7 4 6.5 4h7zM13.5 10.5H16V4h-2.5" />
    </Mark>
  );
}

export function InfoIcon() {
  return (
    <Mark>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 9.3V13M10 6.9v.1" />
    </Mark>
  );
}

export function AttachIcon() {
  return (
    <Mark>
      <path d="m17.4 9.3-7.6 7.6a4.9 4.9 0 0 1-6.9-6.9l7.6-7.6a3.3 3.3 0 0 1 4.6 4.6l-7.6 7.6a1.6 1.6 0 0 1-2.3-2.3l7-7" />
    </Mark>
  );
}

export function PictureIcon() {
  return (
    <Mark>
      <rect x="3.5" y="4.5" width="13" height="11" rx="1.5" />
      <circle cx="7.5" cy="8.2" r="1.1" />
      <path d="m4 14 4-3.5 2.5 2 2.5-2.5 3 3" />
    </Mark>
  );
}

export function PinIcon() {
  return (
    <Mark>
      <path d="M7 3.5h6l-.6 5 2.1 2.5H5.5L7.6 8.5zM10 11v5.5" />
    </Mark>
  );
}

export function FolderIcon() {
  return (
    <Mark>
      <path d="M3.5 6c0-.8.7-1.5 1.5-1.5h3l1.5 2H15c.8 0 1.5.7 1.5 1.5v6c0 .8-.7 1.5-1.5 1.5H5c-.8 0-1.5-.7-1.5-1.5z" />
    </Mark>
  );
}

export function ArchiveIcon() {
  return (
    <Mark>
      <path d="M3.5 4.5h13v3h-13zM4.5 7.5v7c0 .6.4 1 1 1h9c.6 0 1-.4 1-1v-7M8 10.5h4" />
    </Mark>
  );
}

export function ShareIcon() {
  return (
    <Mark>
      <circle cx="14.5" cy="5" r="2" />
      <circle cx="5.5" cy="10" r="2" />
      <circle cx="14.5" cy="15" r="2" />
      <path d="m7.3 9 5.4-3M7.3 11l5.4 3" />
    </Mark>
  );
}

export function SaveIcon() {
  return (
    <Mark>
      <path d="M10 3.5v9M6 9l4 4 4-4M4 16.5h12" />
    </Mark>
  );
}

export function PrintIcon() {
  return (
    <Mark>
      <path d="M6 7.5v-4h8v4M6 14H4.5a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1H14M6 12h8v4.5H6z" />
    </Mark>
  );
}

export function DeleteIcon() {
  return (
    <Mark>
      <path d="M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 10c0 .6.5 1 1 1h5.6c.5 0 1-.4 1-1l.7-10M8.5 8.5v5M11.5 8.5v5" />
    </Mark>
  );
}

export function LinkIcon() {
  return (
    <Mark>
      <path d="M8.5 11.5a3 3 0 0 0 4.2 0l2.6-2.6a3 3 0 0 0-4.2-4.2l-.9.9M11.5 8.5a3 3 0 0 0-4.2 0l-2.6 2.6a3 3 0 0 0 4.2 4.2l.9-.9" />
    </Mark>
  );
}

export function MeterIcon() {
  return (
    <Mark>
      <path d="M3.5 13.5a6.5 6.5 0 0 1 13 0M10 13.5l3-4" />
    </Mark>
  );
}

export function ClockIcon() {
  return (
    <Mark>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 6v4.2l2.8 1.6" />
    </Mark>
  );
}
