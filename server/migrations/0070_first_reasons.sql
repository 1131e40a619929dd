-- Reasons that no admin has changed. Apps keep the words of their rejection.
UPDATE canned_reasons SET text = 'We could not use the app at this address. Make sure it opens in a private window and on a phone, then resubmit.'
  WHERE text = 'We could not use the app at this address. Please see that it opens in a private window, on a phone too, and send it again.';
UPDATE canned_reasons SET text = 'People cannot try it without signing up or paying first. Send an address where it can be tried right away.'
  WHERE text = 'People cannot try it without signing up or paying first. Please send us an address at which it can be tried at once.';
UPDATE canned_reasons SET text = 'This is a page to read, not something to use or play with. We show web apps that people can try right away.'
  WHERE text = 'This is a page to read, not something to use or play with. We show web apps that people can try at once.';
UPDATE canned_reasons SET text = 'Title, description or category do not say what the app does. Fix this and resubmit.'
  WHERE text = 'Title, description or category do not say what the app does. Please put that right and send it again.';
UPDATE canned_reasons SET text = 'It misleads people, asks for more than it needs, or opens things they didn’t ask for.'
  WHERE text = 'It leads people to believe what is not so, asks for what it does not need, or opens something that they did not ask for.';
UPDATE canned_reasons SET text = 'It is harmful, hateful or not meant for everyone, so it has no place here.'
  WHERE text = 'What it shows is harmful, hateful or not meant for everybody, and has no place in the deck.';
