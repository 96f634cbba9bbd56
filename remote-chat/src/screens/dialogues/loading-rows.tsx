import { Bone, Skeleton } from '../../loading/skeleton.tsx';
import rows from './rows.module.css';

/** The skeleton of loading rows. */
export function LoadingRows() {
  return (
    <Skeleton>
      <div className={rows.bones}>
        <Bone height={24} width="70%" />
        <Bone height={24} width="85%" />
        <Bone height={24} width="60%" />
        <Bone height={24} width="75%" />
      </div>
    </Skeleton>
  );
}
