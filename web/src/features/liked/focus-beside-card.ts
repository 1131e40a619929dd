/** Moves the focus to the button of the next card, because the pressed button disappears with its card. */
export function focusBesideCard(button: HTMLElement): void {
  const card = button.closest('li');
  const near = card?.nextElementSibling ?? card?.previousElementSibling;
  (near?.querySelector('button') ?? document.querySelector('main'))?.focus({ preventScroll: true });
}
