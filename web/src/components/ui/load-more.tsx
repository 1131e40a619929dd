import { t } from '@lingui/core/macro';
import { Button } from './button.tsx';
import { Status } from './status.tsx';

interface Props {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** Button that loads the next page, or a message with a retry. Renders nothing on the last page. */
export function LoadMore({ query }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-6 grid justify-items-center gap-3">
      <Status className="text-muted">{query.isFetchNextPageError ? t`Couldn’t load more` : null}</Status>
      <Button
        variant="secondary"
        pending={query.isFetchingNextPage ? t`Loading…` : undefined}
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchNextPageError ? t`Try again` : t`Show more`}
      </Button>
    </div>
  );
}
