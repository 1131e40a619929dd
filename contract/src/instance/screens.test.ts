import { describe, expect, test } from 'vitest';
import { cardHref, deckHref } from './screens.ts';

describe('cardHref', () => {
  test('adds no deck for a card of the deck best', () => {
    expect(cardHref('ID')).toBe('/home?app=ID');
    expect(cardHref('ID', 'best')).toBe('/home?app=ID');
  });

  test('adds the key of any other deck', () => {
    expect(cardHref('ID', 'search:piano & flute')).toBe('/home?deck=search%3Apiano%20%26%20flute&app=ID');
  });
});

describe('deckHref', () => {
  test('contains every deck except best', () => {
    expect(deckHref()).toBe('/home');
    expect(deckHref('category:games')).toBe('/home?deck=category%3Agames');
  });
});
