import { categories } from '@zapdeck/contract/apps/categories';
import { Avatar } from '../src/components/ui/avatar.tsx';
import { Badge } from '../src/components/ui/badge.tsx';
import { BoltMark } from '../src/components/ui/bolt-mark.tsx';
import { CategoryIcon } from '../src/components/ui/category-icon.tsx';
import { Cover } from '../src/components/ui/cover.tsx';
import { EmptyDeck } from '../src/components/ui/empty-state.tsx';
import { Spinner } from '../src/components/ui/spinner.tsx';
import { StatusBadge } from '../src/components/ui/status-badge.tsx';
import { TagList } from '../src/components/ui/app-card.tsx';
import { TimeAgo } from '../src/components/ui/time-ago.tsx';
import { Specimen } from './specimen.tsx';

const someone = {
  firstName: null,
  lastName: null,
  email: null,
  profileImageUrl: null,
  profileImage: null,
  picture: null,
  isGuest: false,
};
const tones = ['up', 'amber', 'down', 'brand', 'plain'] as const;

const twoHoursAgo = new Date(Date.now() - 7_200_000).toISOString();

/** Pictures, icons and badges. */
export function PictureSpecimens() {
  return (
    <>
      <Specimen name="cover, category-icon">
        {categories.map((category, index) => (
          <Cover
            key={category}
            app={{ id: `specimen-${index}`, title: category, category, picture: null, colour: null }}
            className="size-24 rounded-card"
          />
        ))}
        <CategoryIcon category="Games" className="size-8" />
      </Specimen>
      <Specimen name="avatar">
        <Avatar user={{ ...someone, firstName: 'Robin', lastName: 'Roe' }} />
        <Avatar user={{ ...someone, email: 'kim@example.org' }} />
        <Avatar user={someone} />
        <Avatar user={{ ...someone, isGuest: true }} />
        <Avatar user={{ ...someone, firstName: 'Broken', profileImageUrl: '/no-such-picture.png' }} />
        <Avatar user={{ ...someone, picture: '/icon-192.png' }} className="size-16 text-xl" />
      </Specimen>
      <Specimen name="badge, status-badge, tag-list, time-ago">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {(['approved', 'pending', 'rejected'] as const).map((status) => (
          <StatusBadge key={status} app={{ status }} />
        ))}
        <StatusBadge app={{ status: 'rejected', withdrawnAt: twoHoursAgo }} />
        <TagList tags={['Free', 'New', 'Open Source', 'Popular']} max={2} />
        <TimeAgo moment={twoHoursAgo} />
      </Specimen>
      <Specimen name="spinner, bolt-mark, empty-deck, skeleton">
        <Spinner label="Loading…" className="size-9" />
        <BoltMark className="size-12" />
        <EmptyDeck className="w-40" />
        <div className="skeleton h-20 w-40" />
      </Specimen>
    </>
  );
}
