import { t } from '@lingui/core/macro';
import {
  HANDLE_MAX,
  MAKER_LINE_MAX,
  MAKER_LINKS_MAX,
  MAKER_NAME_MAX,
  type MakerPage,
  MakerPageForm,
  removeMakerPage,
  saveMakerPage,
} from '@zapdeck/contract/accounts/maker-page';
import { MAKERS_PATH } from '@zapdeck/contract/instance/pages';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { controlClass, Field } from '../../components/ui/field.tsx';
import { SheetForm } from '../../components/ui/sheet-form.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';
import { makerPageKey } from './maker.ts';

interface Props {
  open: boolean;
  page: MakerPage;
  onClose: () => void;
  onClosed: () => void;
}

const failure = () => ({
  action: 'remove-maker-page',
  title: t`Couldn’t delete your page`,
});

/** Confirms and deletes the maker page. */
function MakerPageRemoval({ open, page, onClose, onClosed }: Props) {
  const { pending, start } = useAction({
    work: async () => {
      await call(removeMakerPage, {});
      queryClient.setQueryData(makerPageKey, { page: null });
    },
    success: { title: t`Page deleted`, description: t`The address is available again.` },
    failure: failure(),
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Delete your page?`}
      confirm={t`Delete page`}
      pending={pending ? t`Deleting…` : undefined}
      onConfirm={start}
      onClose={onClose}
      onClosed={onClosed}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`Your name, your line and your links are no longer shown.`}</li>
        <li className="wrap-anywhere">{t`Links to it stop working, and others can take “${page.handle}”.`}</li>
        <li>{t`Your apps stay as they are.`}</li>
      </ul>
    </ConfirmSheet>
  );
}

interface Typed {
  handle: string;
  name: string;
  line: string;
  links: string;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

const Rules = z.pipe(
  z.transform((typed: Typed): z.input<typeof MakerPageForm> => ({ ...typed, links: linesOf(typed.links) })),
  MakerPageForm,
);

interface MakerPageSheetProps {
  open: boolean;
  page: MakerPage | null;
  onClose: () => void;
}

const typedOf = (page: MakerPage | null): Typed => ({
  handle: page?.handle ?? '',
  name: page?.name ?? '',
  line: page?.line ?? '',
  links: page?.links.join('\n') ?? '',
});

interface FormProps extends Omit<MakerPageSheetProps, 'open'> {
  onRemove: () => void;
}

function MakerForm({ page, onClose, onRemove }: FormProps) {
  const form = useForm<Typed, typeof Rules>(Rules, typedOf(page));
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: z.output<typeof MakerPageForm>) => {
      const saved = await call(saveMakerPage, { body });
      queryClient.setQueryData(makerPageKey, { page: saved });
    },
    success: { title: t`Page saved`, description: t`Your name on your apps links to it.` },
    failure: {
      action: 'save-maker-page',
      title: t`Couldn’t save your page`,
    },
    onDone: onClose,
    leaves: true,
  });
  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={onClose}
      submit={t`Save the page`}
      pending={pending ? t`Saving…` : undefined}
      other={
        page ? (
          <Button
            variant="quiet"
            className="text-down-ink! md:me-auto"
            onClick={onRemove}
          >{t`Delete page`}</Button>
        ) : null
      }
    >
      <Field label={t`Address`} hint={t`Your page will be at ${MAKERS_PATH}…`} error={errors.handle}>
        {(control) => (
          <TextInput
            {...control}
            {...bind('handle')}
            maxLength={HANDLE_MAX}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t`your-name`}
          />
        )}
      </Field>
      <Field label={t`Name`} error={errors.name}>
        {(control) => (
          <TextInput {...control} {...bind('name')} maxLength={MAKER_NAME_MAX} autoComplete="off" />
        )}
      </Field>
      <Field label={t`A line about you`} optional error={errors.line}>
        {(control) => <TextInput {...control} {...bind('line')} maxLength={MAKER_LINE_MAX} />}
      </Field>
      <Field
        label={t`Links`}
        optional
        hint={t`One link per line, up to ${MAKER_LINKS_MAX}, each with https://. Links need a confirmed email and an approved app.`}
        error={errors.links}
      >
        {(control) => (
          <textarea
            {...control}
            {...bind('links')}
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            className={controlClass}
          />
        )}
      </Field>
    </SheetForm>
  );
}

/** Form that creates or changes the maker page, and deletes it after a confirmation. */
export default function MakerPageSheet({ open, page, onClose }: MakerPageSheetProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [removing, setRemoving] = useState<MakerPage>();
  return (
    <>
      <Sheet open={open} onClose={onClose} title={t`Your maker page`}>
        <MakerForm
          page={page}
          onClose={onClose}
          onRemove={() => {
            setRemoving(page ?? undefined);
            setIsAsking(true);
          }}
        />
      </Sheet>
      {removing ? (
        <MakerPageRemoval
          open={isAsking}
          page={removing}
          onClose={() => setIsAsking(false)}
          // The dialogs close one after the other, so that each returns the focus.
          onClosed={() => page === null && onClose()}
        />
      ) : null}
    </>
  );
}
