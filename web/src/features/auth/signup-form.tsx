import { type CurrentUser } from '@zapdeck/contract/auth';
import { SignupForm as SignupRules, signup } from '@zapdeck/contract/signup';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { Button } from '../../components/ui/button.tsx';
import { EmailField } from '../../components/ui/email-field.tsx';
import { Field } from '../../components/ui/field.tsx';
import { NewPasswordFields } from '../../components/ui/new-password-fields.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { call } from '../../lib/call.ts';
import { formatCounted } from '../../lib/numbers.ts';
import { savedLikes } from '../../lib/saved-likes.ts';
import { useForm } from '../../lib/form.ts';
import { useSending } from '../../lib/send-form.ts';

const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

async function castLikes(userId: string): Promise<number> {
  const { castSavedLikes } = await import('../../lib/cast-saved-likes.ts');
  return castSavedLikes(userId);
}

const likes = (count: number) => `Your ${formatCounted(count, 'like')} ${count === 1 ? 'is' : 'are'}`;

function welcome(savedCount: number): string {
  return savedCount === 0 ? 'Welcome! Your votes count now.' : `${likes(savedCount)} saved.`;
}

interface Props {
  /** The guest who signs up; undefined for a visitor. */
  guestId: string | undefined;
  onDone: (user: CurrentUser) => void;
}

/** The form for a new account. It names the likes of a guest, which become votes of the account. */
export default function SignupForm({ guestId, onDone }: Props) {
  const savedCount = guestId === undefined ? 0 : savedLikes(guestId).length;
  const form = useForm(SignupRules, empty);
  const { ref, errors, bind } = form;
  const { pending, onSubmit } = useSending(form, {
    failure: {
      action: 'signup',
      title: 'Signup failed',
      text: 'Failed to create account. Please try again.',
    },
    async send(body) {
      const user = await call(signup, { body });
      const saved = savedCount > 0 ? await castLikes(user.id) : 0;
      toast({ title: 'Account created!', description: welcome(saved) });
      onDone(user);
    },
  });

  return (
    <form ref={ref} noValidate className="grid gap-4" onSubmit={onSubmit}>
      {savedCount === 0 ? null : (
        <p className="flex items-center gap-3 rounded-field bg-up-soft px-4 py-3 text-sm text-up-ink">
          <ThumbsUp size={19} aria-hidden="true" className="shrink-0" />
          <span>{`${likes(savedCount)} on this device. Signing up keeps ${savedCount === 1 ? 'it' : 'them'}.`}</span>
        </p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        <Field label="First Name" error={errors.firstName}>
          {(control) => <TextInput {...control} {...bind('firstName')} autoComplete="given-name" required />}
        </Field>
        <Field label="Last Name" optional error={errors.lastName}>
          {(control) => <TextInput {...control} {...bind('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <EmailField {...bind('email')} error={errors.email} autoComplete="email" />
      <NewPasswordFields form={form} />
      <Button
        type="submit"
        size="lg"
        className="mt-1 w-full"
        pending={pending ? 'Creating Account...' : undefined}
      >
        Create Account
      </Button>
    </form>
  );
}
