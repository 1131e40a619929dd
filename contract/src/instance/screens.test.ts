import { describe, expect, test } from 'vitest';
import { cardHref, deckHref } from './screens.ts';

describe('cardHref', () => {
  test('has no deck for a card of best', () => {
    expect(cardHref('ID')).toBe('/home?app=ID');
    expect(cardHref('ID', 'best')).toBe('/home?app=ID');
  });

  test('has the key of any other deck', () => {
    expect(cardHref('ID', 'search:piano & flute')).toBe('/home?deck=search%3Apiano%20%26%20flute&app=ID');
  });
});

describe('deckHref', () => {
  test('names every deck but best', () => {
    expect(deckHref()).toBe('/home');
    expect(deckHref('category:games')).toBe('/home?deck=category%3Agames');
  });
});
