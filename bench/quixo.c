/* A plain C twin of the kernel: random games of Quixo, two players or four, on bit boards.
 * Built and run by bench/playouts.py: quixo PLAYERS GAMES -> "moves seconds wins_of_the_first_side".
 * Seconds are of this process's CPU. It shares no code and no table with the package. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t u64;
typedef struct { u64 kept, slid, taken, into; int up, down; } push_t;

static push_t pushes[44];
static u64 edge;
static u64 rng = 88172645463325252ULL;

static inline u64 number(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return rng;
}

static void make_tables(void) {
  int count = 0;
  for (int cell = 0; cell < 25; cell++) {
    int file = cell % 5, rank = cell / 5;
    if (file % 4 && rank % 4) continue;
    edge |= 1ULL << cell;
    int ends[4] = {rank * 5, rank * 5 + 4, file, 20 + file};
    for (int k = 0; k < 4; k++) {
      if (ends[k] == cell) continue;
      int step = (k < 2 ? 1 : 5) * (ends[k] > cell ? 1 : -1);
      u64 slid = 0;
      for (int at = cell; at != ends[k]; at += step) slid |= 1ULL << (at + step);
      push_t push = {~((slid | 1ULL << cell) * 0x100000001ULL), slid * 0x100000001ULL,
                     1ULL << cell, 1ULL << ends[k], step < 0 ? -step : 0, step > 0 ? step : 0};
      pushes[count++] = push;
    }
  }
}

static inline u64 run(u64 word, int step) {
  u64 pairs = word & word >> step;
  return pairs & pairs >> 2 * step & word >> 4 * step;
}

static inline u64 lines(u64 word) {
  return (run(word, 1) & 0x10842100108421ULL) | (run(word, 5) & 0x1f0000001fULL) |
         (run(word, 6) & 0x100000001ULL) | (run(word, 4) & 0x1000000010ULL);
}

static inline u64 slide(u64 word, const push_t *push) {
  return (word & push->kept) | ((word & push->slid) << push->up >> push->down);
}

static inline u64 swapped(u64 word) { return word >> 32 | word << 32; }

static inline u64 together(u64 word) { return (word | word >> 32) & 0xffffffffULL; }

static u64 two(long games, u64 *wins) {
  u64 moves = 0;
  for (long game = 0; game < games; game++) {
    u64 word = 0, found;
    int seat = 0;
    while (!(found = lines(word))) {
      u64 takeable = edge & ~(word >> 32);
      const push_t *push;
      do push = &pushes[(number() >> 32) * 44 >> 32];
      while (!(push->taken & takeable));
      word = swapped(slide(word, push) | push->into);
      seat ^= 1;
      moves++;
    }
    *wins += (found & 0xffffffffULL) ? seat == 0 : seat == 1;
  }
  return moves;
}

static u64 four(long games, u64 *wins) {
  u64 moves = 0;
  for (long game = 0; game < games; game++) {
    u64 ours = 0, theirs = 0, found;
    int seat = 0;
    while (!(found = lines(together(ours) | together(theirs) << 32))) {
      u64 marked = together(ours) | together(theirs);
      u64 takeable = edge & ~marked;
      if (__builtin_popcountll(marked) > 3) takeable |= edge & ours & 0xffffffffULL;
      if (takeable) {
        const push_t *push;
        u64 choice;
        do {
          choice = (number() >> 32) * 88 >> 32;
          push = &pushes[choice >> 1];
        } while (!(push->taken & takeable));
        ours = slide(ours, push) | push->into << (choice & 1 ? 32 : 0);
        theirs = slide(theirs, push);
      }
      u64 next = theirs;
      theirs = swapped(ours);
      ours = next;
      seat = (seat + 1) & 3;
      moves++;
    }
    *wins += (found & 0xffffffffULL) ? seat % 2 == 0 : seat % 2 == 1;
  }
  return moves;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  make_tables();
  u64 wins = 0;
  clock_t begun = clock();
  u64 moves = atoi(argv[1]) == 4 ? four(atol(argv[2]), &wins) : two(atol(argv[2]), &wins);
  double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
  printf("%llu %.6f %llu\n", (unsigned long long)moves, seconds, (unsigned long long)wins);
  return 0;
}
