//! Pseudo-random numbers that are the same in every run.

pub struct Dice(pub u64);

impl Dice {
    /// 0 if there is nothing to choose from.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end.max(1) as u64).unwrap_or_default()
    }

    pub fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    pub fn coin(&mut self) -> bool {
        self.one_in(2)
    }

    pub fn one_of<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.below(some.len())]
    }
}
