import { i18n } from '@lingui/core';
import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';

const lingui = { i18n };

/** A message with elements inside. The build replaces the macro `Trans` by this component. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={lingui} />;
}
