import { Fragment } from 'react';

/** An email address. Lines break before the @, or where it is too long for a line. */
export function EmailText({ children }: { children: string }) {
  return (
    <bdi>
      {children.split(/(-.?|@)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
        <Fragment key={index}>
          {part === '@' ? <wbr /> : null}
          <span className={part.startsWith('-') ? 'whitespace-nowrap' : ''}>{part}</span>
        </Fragment>
      ))}
    </bdi>
  );
}
