const names = ['up', 'down', 'brand', 'amber', 'muted', 'line'] as const;

/** The theme's colours as the canvas takes them, in the scheme that is in force around the element. */
export function resolveColours(around: HTMLElement): Record<(typeof names)[number], string> {
  const probe = document.createElement('span');
  probe.style.forcedColorAdjust = 'none';
  around.append(probe);
  // A variable read by itself is the text light-dark(…); only as a colour is it resolved.
  const resolved = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(resolved) as Record<(typeof names)[number], string>;
}
