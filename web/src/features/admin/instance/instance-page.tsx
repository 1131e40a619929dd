import { StoredConfig } from '../config/config-card.tsx';
import { InstanceCard } from './instance-card.tsx';
import { instanceForm } from './instance-form.ts';
import { LegalCard } from './legal-card.tsx';

/** Name, look, texts and legal pages of this instance. */
export default function InstancePage() {
  return (
    <StoredConfig of={instanceForm}>
      {(stored) => (
        <div className="dash-configs">
          <InstanceCard stored={stored} />
          <LegalCard stored={stored} />
        </div>
      )}
    </StoredConfig>
  );
}
