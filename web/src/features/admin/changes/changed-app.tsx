import { t } from '@lingui/core/macro';
import { type AppChange, type ChangedApp, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { languageName } from '../../../lib/language-choices.ts';
import { listingLabels } from '../../../lib/listing.ts';
import type { Question } from '../parts/reasons/reason-sheet.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/ui/button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { AppLink } from '../parts/app-link.tsx';
import { AppUrl } from '../parts/app-url.tsx';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';

const names = (): Record<AppChange['field'], string> => ({
  ...listingLabels(),
  url: t`URL`,
  picture: t`Picture, uploaded`,
  pagePicture: t`Picture of the page`,
  version: t`New version`,
  host: t`Redirects to`,
  pageTitle: t`Title of the page`,
  frameStatus: t`Embedding`,
  parked: t({ message: 'Looks parked', comment: 'Its domain is unused or for sale' }),
});

function framingInWords(value: string | null): string {
  switch (value) {
    case 'ok':
      return t`Can be embedded`;
    case 'refused':
      return t`Blocks embedding`;
    default:
      return t`Unknown`;
  }
}

function changeName(field: AppChange['field']): string {
  return names()[field];
}

/** Returns a value in words: "None" for null and for an empty value. */
function changeValue(field: AppChange['field'], value: string | null): string {
  if (field === 'frameStatus') return framingInWords(value);
  if (value === null || value === '') return t`None`;
  return field === 'language' ? languageName(value) : value;
}

function isPicture(field: AppChange['field']): boolean {
  return field === 'picture' || field === 'pagePicture';
}

export interface Refusing {
  changed: ChangedApp;
  /** `put-back` restores the approved listing; `reject` takes the app out of the deck. */
  way: 'put-back' | 'reject';
}

/** Returns the texts of the dialog that asks for a reason. */
export function questionOf({ changed, way }: Refusing): Question {
  const { title } = changed.app;
  return way === 'put-back'
    ? {
        title: t`Refuse the changes to ${title}`,
        text: t`The approved version becomes public again, and changes in review are dropped. The page itself stays as it is now.`,
        confirm: t`Refuse changes`,
      }
    : {
        title: t`Reject ${title}`,
        text: t`The app leaves the deck right away. Its maker can edit and resubmit it.`,
        confirm: t`Reject app`,
      };
}

interface SideProps {
  app: ChangedApp['app'];
  change: AppChange;
  side: 'before' | 'after';
}

function Side({ app, change, side }: SideProps) {
  const value = change[side];
  const after = change.isWaiting ? t`In review, not public yet` : t`Public now`;
  const label = side === 'before' ? t`Approved` : after;
  return (
    <div className={side === 'before' ? 'dash-was' : 'dash-is'}>
      <span className="dash-side">{label}</span>
      {isPicture(change.field) ? (
        <>
          <Cover app={{ ...app, picture: value }} className="h-20 w-36 rounded-field" />
          <span className="sr-only">{value === null ? t`No picture` : t`A picture`}</span>
        </>
      ) : (
        <span dir="auto" className="whitespace-pre-line">
          {changeValue(change.field, value)}
        </span>
      )}
    </div>
  );
}

/** Changed fields of an app: approved value, new value, and whether the new one is public. */
function ChangeRows({ app, changes }: Pick<ChangedApp, 'app' | 'changes'>) {
  if (changes.length === 0)
    return <p className="text-sm text-muted">{t`The old value was deleted with the maker’s account.`}</p>;
  return (
    <dl className="dash-differences">
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{changeName(change.field)}</dt>
          <dd>
            {change.field === 'version' ? null : <Side app={app} change={change} side="before" />}
            <Side app={app} change={change} side="after" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  changed: ChangedApp;
  /** True if the listing has changed, so that it can be restored. */
  canRefuse: boolean;
  /** Restores the approved listing, or rejects the app if its listing is unchanged. */
  onRefuse: () => void;
}

/** Approved app with changes since its approval, and buttons to accept or refuse them. */
export function ChangedAppCard({ changed, canRefuse, onRefuse }: Props) {
  const { app, changedAt, seenAt } = changed;
  const { title } = app;
  const acceptance = useAdminAction({
    name: 'accept-changes',
    work: () =>
      call(decideChanges, { params: { id: app.id }, body: { decision: 'accept', updatedAt: seenAt } }),
    success: t`Changes accepted`,
    failure: t`Couldn’t save the decision`,
    prefersServerText: true,
    leaves: true,
  });
  return (
    <li className="card grid grid-cols-1 gap-3.5 p-4">
      <div className="flex items-center gap-3">
        <Cover app={app} className="size-12 shrink-0 rounded-field" />
        <div className="min-w-0 grow">
          <h3 className="font-semibold">
            <AppLink app={app} />
          </h3>
          <AppUrl url={app.url} />
          <p className="-my-3 truncate py-3 text-sm text-muted">
            <Trans>
              <SubmitterLink app={app} />
              <span>, changed </span>
              <TimeAgo moment={changedAt} />
            </Trans>
          </p>
        </div>
        <OpenLink url={app.url} title={title} />
      </div>
      <ChangeRows app={app} changes={changed.changes} />
      <div className="dash-buttons">
        <Button
          pending={acceptance.pending ? t`Accepting…` : undefined}
          aria-label={t`Accept the changes to ${title}`}
          onClick={acceptance.start}
        >{t`Accept`}</Button>
        <Button
          variant="secondary"
          aria-label={canRefuse ? t`Refuse the changes to ${title}` : t`Reject ${title}`}
          onClick={onRefuse}
        >
          {canRefuse ? t`Refuse` : t`Reject app`}
        </Button>
      </div>
    </li>
  );
}
