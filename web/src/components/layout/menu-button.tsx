import Menu from 'lucide-react/icons/menu';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '../ui/icon-button.tsx';

const loadMenu = () => import('./side-menu.tsx');
const SideMenu = lazy(loadMenu);

interface Props {
  /** The login that leads back to where the person wanted to go, on screens that are open to visitors. */
  loginHref?: string;
  className?: string;
}

/** Opens the side menu; it closes by itself when another screen opens. */
export function MenuButton({ loginHref = '/login', className = '' }: Props) {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const [wanted, setWanted] = useState(false);
  const open = openAt === path;
  const openedAt = useRef(path);
  const goOn = () => {
    // The menu gives the focus back to its button; someone who chose a screen belongs on that screen.
    if (openedAt.current !== location.pathname)
      document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <>
      <IconButton
        label="Menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        className={className}
        onPointerEnter={() => void loadMenu()}
        onClick={() => {
          setWanted(true);
          openedAt.current = path;
          setOpenAt(path);
        }}
      >
        <Menu size={24} />
      </IconButton>
      {wanted ? (
        <Suspense>
          <SideMenu open={open} loginHref={loginHref} onClose={() => setOpenAt(undefined)} onClosed={goOn} />
        </Suspense>
      ) : null}
    </>
  );
}
