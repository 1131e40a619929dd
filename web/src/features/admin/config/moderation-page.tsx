import { CannedReasonsCard } from './canned-reasons-card.tsx';
import { moderationSettings } from './settings.ts';
import { PlainSettings } from './settings-card.tsx';

/** Settings for reports and reminders, and the reasons to choose from. */
export default function ModerationPage() {
  return (
    <div className="dash-configs dash-config-columns">
      <PlainSettings settings={moderationSettings} />
      <CannedReasonsCard />
    </div>
  );
}
