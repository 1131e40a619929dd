import { Cover } from '../../components/ui/cover.tsx';

const covers = [
  { id: 'fan-69', title: 'Sketch', category: 'Design' },
  { id: 'fan-12', title: 'Piano', category: 'Music & Audio' },
  { id: 'fan-57', title: 'Zap', category: 'Games' },
  { id: 'fan-26', title: 'Focus', category: 'Productivity' },
  { id: 'fan-21', title: 'Atlas', category: 'Travel' },
];

/** A hand of drawn covers, for decoration. */
export function CoverFan() {
  return (
    <div aria-hidden="true" className="flex justify-center py-4">
      {covers.map((cover, index) => {
        const fromMiddle = index - (covers.length - 1) / 2;
        return (
          <div
            key={cover.id}
            className="-mx-4 md:-mx-5"
            style={{ transform: `translateY(${fromMiddle * fromMiddle * 8}%) rotate(${fromMiddle * 9}deg)` }}
          >
            <Cover
              app={{ ...cover, thumbnailUrl: null }}
              className="h-32 w-23 rounded-card shadow-lift ring-4 ring-paper md:h-48 md:w-36"
            />
          </div>
        );
      })}
    </div>
  );
}
