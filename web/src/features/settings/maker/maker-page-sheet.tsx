import { t } from '@lingui/core/macro';
import {
  HANDLE_MAX,
  MAKER_LINE_MAX,
  MAKER_LINKS_MAX,
  MAKER_NAME_MAX,
  type MakerPage,
  MakerPageForm,
  saveMakerPage,
} from '@zapdeck/contract/accounts/maker-page';
import { MAKERS_PATH } from '@zapdeck/contract/instance/pages';
import { useState } from 'react';
import * as z from 'zod/mini';
import { SheetForm } from '../../../components/ui/sheet-form.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { MakerPageRemoval } from './maker-page-removal.tsx';
import { makerPageKey } from './use-maker.ts';

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

interface Props {
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

interface FormProps extends Omit<Props, 'open'> {
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
export default function MakerPageSheet({ open, page, onClose }: Props) {
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
