import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';

export type NoteTone = 'good' | 'warning' | 'bad' | 'plain';

const looks: Readonly<Record<NoteTone, { icon: typeof Info; className: string }>> = {
  good: { icon: CircleCheck, className: 'bg-up-soft text-up-ink' },
  warning: { icon: TriangleAlert, className: 'bg-amber-soft text-amber-ink' },
  bad: { icon: CircleX, className: 'bg-down-soft text-down-ink' },
  plain: { icon: Info, className: 'bg-raised text-muted' },
};

/** Note about an address that is about to be submitted. */
export function PreviewNote({ tone, text }: { tone: NoteTone; text: string }) {
  const { icon: Icon, className } = looks[tone];
  return (
    <p className={`flex gap-2.5 rounded-field px-3 py-2.5 text-sm font-medium ${className}`}>
      <Icon size={18} aria-hidden="true" className="mt-px shrink-0" />
      <span>{text}</span>
    </p>
  );
}
