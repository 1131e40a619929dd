import { describe, expect, test } from 'vitest';
import { svg } from './hostile-pictures.fixture.ts';
import { simpleSvg } from './simple-svg.ts';

const read = (text: string) => simpleSvg(Buffer.from(text));

describe('simpleSvg', () => {
  test.each([
    ['shapes', '<g fill="#fff"><path d="M0 0h9v9z"/><rect width="9" height="9" rx="2"/></g>'],
    ['gradients', '<linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient>'],
    ['a clip path', '<clipPath id="a"><path d="M0 0h9"/></clipPath><g clip-path="url(#a)"/>'],
    [
      'a mask',
      '<mask id="a" maskUnits="userSpaceOnUse" style="mask-type:alpha"><path class="w" fill="#fff"/></mask><g mask="url(#a)"/>',
    ],
    ['a mask in CSS', '<style>.b{mask:url(#a)}</style><g class="b" style="mask:url(#a)"/>'],
    ['one use', '<defs><path id="a" d="M0 0h9"/></defs><use href="#a"/><use xlink:href="#a"/>'],
    [
      'styles',
      '<style>.a{fill:red;filter:none}</style><path class="a" style="fill:red;stroke-dasharray:none"/>',
    ],
    ['text', '<text x="1" font-size="9">Tea &amp; <tspan>timer</tspan></text>'],
  ])('keeps %s', (_what, inside) => {
    const withEndTags = inside.replaceAll(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>');
    expect(read(svg(inside))).toContain(withEndTags);
  });

  test('removes clips of clip paths', () => {
    const inside =
      '<clipPath id="a" clip-path="url(#b)"><g class="a"><path style="clip-path:url(#b)"/></g></clipPath>';
    expect(read(svg(inside))).toContain('<clipPath id="a"><g><path></path></g></clipPath>');
  });

  test('removes masks and clips of masks', () => {
    const inside =
      '<mask id="a" mask="url(#b)"><g class="a" clip-path="url(#c)"><path mask="url(#b)"/></g></mask>';
    expect(read(svg(inside))).toContain('<mask id="a"><g class="a"><path></path></g></mask>');
  });

  test('removes animations and scripts', () => {
    const inside = `<title>x</title><script>alert(1)</script><metadata><rdf:RDF><rdf:li>x</rdf:li></rdf:RDF></metadata>
      <sodipodi:namedview showgrid="x"><image/></sodipodi:namedview><g onload="x()" data-x="x" inkscape:label="x"/>
      <path d="M0 0"><animate attributeName="x"/></path><use href="http://x.example.com/#x"/><!-- x -->`;
    expect(read(`<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "x"><?x x?>${svg(inside)}`)).toMatch(
      /^<svg [^>]*>\s*<g><\/g>\s*<path d="M0 0"><\/path><use><\/use><\/svg>$/,
    );
  });

  test('escapes text', () => {
    const inside = '<text>&lt;image/&gt;<![CDATA[<image/>]]></text><g id="&quot;&gt;&lt;image/&gt;"/>';
    expect(read(svg(inside))).not.toContain('<image');
    expect(read(svg('<style>&lt;image/&gt;</style>'))).not.toContain('<image');
  });

  test.each([
    ['a filter', '<filter id="a"/>'],
    ['a CSS filter', '<g style="fill:red; FILTER : blur(9px)"/>'],
    ['a CSS filter before a comment', '<style>g{filter/**/:blur(9px)}</style>'],
    ['an escaped CSS filter', '<style>g{f\\69lter:blur(9px)}</style>'],
    ['a CSS filter in XML character references', '<g style="&#102;ilter:blur(9px)"/>'],
    ['a CSS filter split by CDATA', '<style>g{fil<![CDATA[ter:blur(9px)]]>}</style>'],
    ['a filter by attribute', '<g filter="blur(9px)"/>'],
    ['dashes', '<path stroke-dasharray=".01"/>'],
    ['dashes in CSS', '<path style="stroke-dasharray:none;stroke-dasharray:.01"/>'],
    ['many clip paths in CSS', `<style>${'g{clip-path:url(#a)}'.repeat(11)}</style>`],
    ['many masks in CSS', `<style>${'g{mask:url(#a)}'.repeat(11)}</style>`],
    ['a mask in the style of a mask', '<mask id="a"><g style="mask :url(#b)"/></mask>'],
    ['an unknown element', '<hatch/>'],
    ['a use of a use', '<g id="a"><use href="#b"/></g><use href="#a"/>'],
    ['a use of a use in the older spelling', '<g id="a"><use href="#b"/></g><use href="x" xlink:href="#a"/>'],
    ['a use of itself', '<use id="a" href="#a"/>'],
    ['too much text', `<text>${'a'.repeat(501)}</text>`],
    ['deep nesting', '<g>'.repeat(64) + '</g>'.repeat(64)],
    ['deep nesting of elements that are removed', '<x:g>'.repeat(64) + '</x:g>'.repeat(64)],
  ])('rejects %s', (_what, inside) => {
    expect(read(svg(inside))).toBeUndefined();
  });

  test.each([
    ['an empty file', ''],
    ['an HTML page', `<!doctype html><title>x</title>${svg('')}`],
    ['text before it', `x${svg('')}`],
    ['text behind it', `${svg('')}x`],
    ['two SVG elements', svg('') + svg('')],
    ['a truncated SVG', svg('<g><path d="M0 0"/></g>').slice(0, -9)],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`],
    ['a megabyte', svg(' '.repeat(1_024 * 1_024))],
  ])('rejects %s as no SVG', (_what, text) => {
    expect(read(text)).toBeUndefined();
  });
});
