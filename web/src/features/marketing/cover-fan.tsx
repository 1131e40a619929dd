import { Cover } from '../../components/ui/cover.tsx';

const covers = [
  { id: 'fan-69', title: 'Sketch', category: 'Design', place: 'translate-y-[32%] -rotate-18' },
  { id: 'fan-12', title: 'Piano', category: 'Music & Audio', place: 'translate-y-[8%] -rotate-9' },
  { id: 'fan-57', title: 'Zap', category: 'Games', place: '' },
  { id: 'fan-26', title: 'Focus', category: 'Productivity', place: 'translate-y-[8%] rotate-9' },
  { id: 'fan-21', title: 'Atlas', category: 'Travel', place: 'translate-y-[32%] rotate-18' },
];

/** Decoration: a fan of drawn covers. */
export function CoverFan() {
  return (
    <div aria-hidden="true" className="flex justify-center py-4">
      {covers.map(({ place, ...cover }) => (
        <div key={cover.id} className={`-mx-4 md:-mx-5 ${place}`}>
          <Cover
            app={{ ...cover, picture: null, colour: null }}
            className="h-32 w-23 rounded-card shadow-lift ring-4 ring-paper md:h-48 md:w-36"
          />
        </div>
      ))}
    </div>
  );
}
