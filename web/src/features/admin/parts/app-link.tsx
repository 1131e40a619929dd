import type { AdminApp } from '@zapdeck/contract/apps';
import { adminApp } from '@zapdeck/contract/admin-app';
import { screens } from '@zapdeck/contract/screens';
import { Link } from 'wouter';

/** What is read of the page of an app. */
export const adminAppKey = (id: string) => ['admin', adminApp.path, id] as const;

/** The page of an app for admins. */
export function appAddress(id: string): string {
  return `${screens['admin-app'].path}?id=${id}`;
}

interface Props {
  app: Pick<AdminApp, 'id' | 'title'>;
  /** How it looks in a sentence; by itself it is as high as a finger. */
  className?: string;
}

/** The title of an app that leads to its page. */
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
