import { t } from '@lingui/core/macro';
import Menu from 'lucide-react/icons/menu';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const loadMenu = () => import('./side-menu.tsx');
const SideMenu = lazyPart(loadMenu);

interface Props {
  loginHref?: string;
  className?: string;
}

/** Button that opens the side menu. The menu closes when another screen opens. */
export function MenuButton({ loginHref = '/login', className = '' }: Props) {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === path;
  return (
    <>
      <IconButton
        label={t`Menu`}
        aria-expanded={open}
        aria-haspopup="dialog"
        className={className}
        onPointerEnter={() => loadMenu().catch(() => undefined)}
        onClick={() => setOpenAt(path)}
      >
        <Menu size={24} />
      </IconButton>
      <SideMenu open={open} loginHref={loginHref} onClose={() => setOpenAt(undefined)} />
    </>
  );
}
