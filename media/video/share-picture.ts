import { demoCards, drawBolt, drawCard } from './demo-cards.ts';

export const SHARE = { width: 1200, height: 630 };

/** Draws the link preview of the product. */
export function drawSharePicture(pen: CanvasRenderingContext2D): void {
  const { width, height } = SHARE;
  const ground = pen.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, '#1a1036');
  ground.addColorStop(1, '#3a1d86');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  const glow = pen.createRadialGradient(900, 250, 0, 900, 250, 560);
  glow.addColorStop(0, 'rgb(141 75 255 / 0.75)');
  glow.addColorStop(1, 'rgb(141 75 255 / 0)');
  pen.fillStyle = glow;
  pen.fillRect(0, 0, width, height);

  for (const [index, turn] of [0.24, 0.06, -0.12].entries()) {
    const card = demoCards[2 - index];
    if (!card) continue;
    pen.save();
    pen.translate(985 - index * 62, 318 + Math.abs(index - 1) * 12);
    pen.rotate(turn);
    pen.scale(1.08, 1.08);
    drawCard(pen, card, 0.45);
    pen.restore();
  }

  pen.save();
  pen.translate(106, 116);
  pen.rotate(0.06);
  drawBolt(pen, 84);
  pen.restore();
  pen.fillStyle = '#ffffff';
  pen.textAlign = 'left';
  pen.font = '800 52px Display';
  pen.fillText('Zapdeck', 152, 134);
  pen.font = '800 86px Display';
  for (const [line, text] of ['Discover', 'Amazing', 'Web Apps'].entries()) {
    pen.fillText(text, 78, 282 + line * 88);
  }
  pen.fillStyle = 'rgb(255 255 255 / 0.82)';
  pen.font = '500 28px Text';
  pen.fillText('Live web apps, one swipe at a time.', 80, 540);
}
