import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster } from '../src/components/ui/toast.tsx';
import { ButtonSpecimens } from './button-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import './gallery.css';
import { PictureSpecimens } from './picture-specimens.tsx';
import { StateSpecimens } from './state-specimens.tsx';

/** All components in one colour scheme. */
function Column({ scheme }: { scheme: 'light' | 'dark' }) {
  return (
    <div className={`gallery-${scheme} min-w-0 bg-paper p-5 text-ink md:p-8`}>
      <h1 className="display mb-6 text-title">{scheme}</h1>
      <div className="grid gap-5">
        <ButtonSpecimens />
        <FieldSpecimens />
        <PictureSpecimens />
        <StateSpecimens />
      </div>
    </div>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <StrictMode>
    <main className="grid lg:grid-cols-2">
      <Column scheme="light" />
      <Column scheme="dark" />
    </main>
    <Toaster />
  </StrictMode>,
);
