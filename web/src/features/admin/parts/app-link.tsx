import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { adminApp } from '@zapdeck/contract/apps/admin-app';
import { screens } from '@zapdeck/contract/instance/screens';
import { Link } from 'wouter';

export const adminAppKey = (id: string) => ['admin', adminApp.path, id] as const;

export function appAddress(id: string): string {
  return `${screens['admin-app'].path}?id=${id}`;
}

interface Props {
  app: Pick<AdminApp, 'id' | 'title'>;
  /** Class within a sentence. The default is as high as a finger. */
  className?: string;
}

/** Title of an app, linked to its page. */
export function AppLink({
  app: { id, title },
  className = '-my-2.5 block w-fit max-w-full truncate py-2.5',
}: Props) {
  return (
    <Link href={appAddress(id)} dir="auto" className={`underline-offset-4 hover:underline ${className}`}>
      {title}
    </Link>
  );
}
