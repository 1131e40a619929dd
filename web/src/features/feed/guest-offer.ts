import { navigate } from 'wouter/use-browser-location';
import { toast } from '../../components/ui/toast.tsx';

/** Of a guest's swipes to the right, the first in a session and every tenth bring the offer. */
const EVERY = 10;
const KEY = 'zapdeck.guest-likes';

/** Tells a guest what an account is good for; specification, section 5. */
export function offerSignUp(): void {
  toast({
    title: 'Sign Up Required',
    description: 'Create an account to vote on apps and unlock full features',
    action: { label: 'Sign Up', onClick: () => navigate('/login') },
  });
}

/** Counts a guest's swipe to the right, and makes the offer when it is time. */
export function countGuestLike(): void {
  let count = 1;
  try {
    count = (Number(sessionStorage.getItem(KEY)) || 0) + 1;
    sessionStorage.setItem(KEY, String(count));
  } catch {
    // Uncounted, every one would be the first: better none than one each time.
    return;
  }
  if (count === 1 || count % EVERY === 0) offerSignUp();
}
