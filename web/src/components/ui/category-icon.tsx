import type { Category } from '@zapdeck/contract/apps/listing';
import BrainCircuit from 'lucide-react/icons/brain-circuit';
import Briefcase from 'lucide-react/icons/briefcase';
import Camera from 'lucide-react/icons/camera';
import ChartPie from 'lucide-react/icons/chart-pie';
import Clapperboard from 'lucide-react/icons/clapperboard';
import CodeXml from 'lucide-react/icons/code-xml';
import Coins from 'lucide-react/icons/coins';
import Gamepad2 from 'lucide-react/icons/gamepad-2';
import Globe from 'lucide-react/icons/globe';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import ListChecks from 'lucide-react/icons/list-checks';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Music from 'lucide-react/icons/music';
import Newspaper from 'lucide-react/icons/newspaper';
import Palette from 'lucide-react/icons/palette';
import Plane from 'lucide-react/icons/plane';
import Shapes from 'lucide-react/icons/shapes';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Wrench from 'lucide-react/icons/wrench';

const icons: Record<Category, typeof Globe> = {
  Productivity: ListChecks,
  Design: Palette,
  'Developer Tools': CodeXml,
  Business: Briefcase,
  Entertainment: Clapperboard,
  Education: GraduationCap,
  'Health & Fitness': HeartPulse,
  Finance: Coins,
  Social: MessagesSquare,
  News: Newspaper,
  Travel: Plane,
  Shopping: ShoppingBag,
  Games: Gamepad2,
  'Music & Audio': Music,
  'Photo & Video': Camera,
  Utilities: Wrench,
  'Web Tools': Globe,
  'AI & ML': BrainCircuit,
  'Data & Analytics': ChartPie,
  Other: Shapes,
};

function isCategory(name: string): name is Category {
  return Object.hasOwn(icons, name);
}

/** Icon of a category. Unknown categories share one. */
export function CategoryIcon({ category, className }: { category: string; className?: string }) {
  const Icon = isCategory(category) ? icons[category] : Shapes;
  return <Icon className={className} aria-hidden="true" />;
}
