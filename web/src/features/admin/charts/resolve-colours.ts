const names = ['up', 'down', 'brand', 'amber', 'muted', 'line'] as const;

/** Returns the theme's colours in the scheme of the element, as a canvas needs them. */
export function resolveColours(around: HTMLElement): Record<(typeof names)[number], string> {
  const probe = document.createElement('span');
  probe.style.forcedColorAdjust = 'none';
  around.append(probe);
  // The value of a custom property is the text light-dark(…). Only a colour property resolves it.
  const resolved = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(resolved) as Record<(typeof names)[number], string>;
}
