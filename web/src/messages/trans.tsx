import { i18n } from '@lingui/core';
import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';

const lingui = { i18n };

/** A message with elements inside. The build puts it in place of the macro. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={lingui} />;
}
